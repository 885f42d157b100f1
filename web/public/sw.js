// Shows push messages, also while no page of Fash is open. A page registers it when its member switches push on, and
// unregisters it when they switch it off; it caches nothing and intercepts nothing.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => {
  const { title, body, path, tag } = readMessage(event.data);
  const icon = "/icon-192.png";
  event.waitUntil(registration.showNotification(title, { body, tag, icon, badge: icon, data: { path } }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/notifications"));
});

/** Browsers require a notification for each message, so an unreadable one gets a generic text. */
function readMessage(data) {
  try {
    return data.json();
  } catch {
    return { title: "Fash", body: "You have a new notification", path: "/notifications", tag: "fash" };
  }
}

/** Brings the page to an address of this site: in a window that is open already, or else in a new one. */
async function open(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return;
  const [page] = await clients.matchAll({ type: "window" });
  if (!page) return void (await clients.openWindow(url.href));
  await page.focus();
  await page.navigate(url.href);
}
