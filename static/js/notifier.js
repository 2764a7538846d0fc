// The service worker that notifications need: a tap on one goes to the table it came from.

const scope = /** @type {any} */ (globalThis);

scope.addEventListener("notificationclick", (/** @type {any} */ event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(scope.clients.matchAll({ type: "window", includeUncontrolled: true }).then((/** @type {any[]} */ pages) => {
    const page = pages.find(({ url }) => url === notification.data);
    return page ? page.focus() : scope.clients.openWindow(notification.data);
  }));
});
