// What a browser runs while no page is open: shows that it is somebody's turn, and opens the table.

self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, data: path, icon: "/static/icon.svg", tag: "turns" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(event.notification.data));
});
