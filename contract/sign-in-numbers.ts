import * as limits from "./limit-values.ts";

/** What the pages of sign-in need of the server's settings. */
export interface SignInNumbers {
  phoneDigits: number;
  mailDigits: number;
  passwordCharsMin: number;
  smsResendSeconds: number;
  mailResendSeconds: number;
  codeTriesMax: number;
}

/** As in docs/product.md, where no setting says otherwise. */
export const usualSignInNumbers: SignInNumbers = {
  phoneDigits: limits.phoneCodeDigits,
  mailDigits: limits.mailCodeDigits,
  passwordCharsMin: limits.passwordCharsMin,
  smsResendSeconds: limits.codeResendSeconds,
  mailResendSeconds: limits.codeResendSeconds,
  codeTriesMax: limits.codeTriesMax,
};
