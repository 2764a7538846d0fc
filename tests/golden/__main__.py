"""Write all records and the census anew."""

from __future__ import annotations

import json

from tests.golden.records import CENSUS, FOLDER, census, openings, recorded

for old in FOLDER.glob("*.tsv"):
    old.unlink()
counts = {}
for name, opening in openings():
    lines = list(recorded(opening))
    (FOLDER / f"{name}.tsv").write_text("\n".join(lines) + "\n")
    counts[name] = census(lines)
    print(f"{name}: {len(lines) - 2} moves")
CENSUS.write_text(json.dumps(counts, indent=1) + "\n")
