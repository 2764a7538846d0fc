// Two soft notes, made here.

const NOTES = [[659.25, 0], [987.77, 0.13]]; // E5 and B5: pitch in hertz, start in seconds
const LENGTH = 0.45;

/** @type {AudioContext | null} */
let audio = null;

/** Browsers make sound only after somebody touched the page. */
function wake() {
  audio ??= new AudioContext();
  audio.resume();
}
addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });

export function chime() {
  if (!audio) return;
  for (const [pitch, start] of NOTES) {
    const at = audio.currentTime + start;
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(0.16, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + LENGTH);
  }
}
