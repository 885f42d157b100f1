import { type SignInNumbers, usualSignInNumbers } from "#contract/sign-in-numbers.ts";
import { isInBrowser } from "./is-in-browser.ts";

/** The numbers of the server's settings: it writes those that are unusual into the page's head. */
export function signInNumbers(): SignInNumbers {
  return isInBrowser ? { ...usualSignInNumbers, ...readUnusual() } : usualSignInNumbers;
}

function readUnusual(): Partial<SignInNumbers> {
  const text = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content;
  return text ? (JSON.parse(text) as Partial<SignInNumbers>) : {};
}
