import { type SignInNumbers, usualSignInNumbers } from "#contract/sign-in-numbers.ts";
import { isInBrowser } from "./is-in-browser.ts";

let numbers: SignInNumbers | undefined;

/** The numbers of the server's settings: it writes those that are unusual into the page's head. */
export function signInNumbers(): SignInNumbers {
  if (!isInBrowser) return usualSignInNumbers;
  numbers ??= { ...usualSignInNumbers, ...readUnusual() };
  return numbers;
}

function readUnusual(): Partial<SignInNumbers> {
  const text = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content;
  return text ? (JSON.parse(text) as Partial<SignInNumbers>) : {};
}
