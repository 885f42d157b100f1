import { configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, vi } from "vitest";
import { signOutOnPurpose } from "#web/lib/expected-sign-out.ts";
import { noteSignedIn } from "#web/lib/intent-storage.ts";
import { keepMovedFocus } from "#web/lib/keep-moved-focus.ts";
import { forgetRemovals } from "#web/lib/removals.ts";
import { loadErrorMessages } from "#web/text/errors.ts";
import { mockApi } from "./mock-api.ts";
import { closeApps } from "./open-apps.ts";
import { signOut } from "./sign-in.ts";

// The files of a worker share one document. The styles of the toasts, too, would be matched against each element whenever a test
// asks for a role, which takes twice as long, and nothing here has a layout.
document.head.replaceChildren();
document.body.replaceChildren();
history.replaceState(null, "", "/");

// jsdom has no layout and lacks the browser APIs below; each is stubbed only as far as the code uses it.
Object.assign(window, { scrollTo: () => undefined });
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
Element.prototype.setPointerCapture = () => undefined;
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};
vi.stubGlobal("matchMedia", (media: string) => ({
  media,
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal(
  "IntersectionObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  },
);

// jsdom has no `moveBefore` either, nor has Safari.
keepMovedFocus();
// The browser has them soon after the first screen.
await loadErrorMessages();
// A screen's code comes when it is first wanted, and a busy machine takes its time for that.
configure({ asyncUtilTimeout: 5_000 });
beforeEach(() => mockApi.install());
afterEach(async () => {
  forgetRemovals();
  await closeApps();
  // The toasts outlive their page, and the next one would show them again.
  toast.dismiss();
  signOut();
  noteSignedIn(undefined);
  // A page that was left for good would have ended with its document.
  await signOutOnPurpose(() => Promise.resolve());
  localStorage.clear();
  sessionStorage.clear();
  mockApi.verify();
});
