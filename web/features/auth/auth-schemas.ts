import { z } from "zod";
import { isEmailAddress } from "#contract/email-addresses.ts";
import { limits } from "#contract/limits.ts";
import { signInNumbers } from "#web/lib/sign-in-numbers.ts";

/** The validation rules and their messages; the server enforces the same ones, docs/product.md#accounts. */
const Email = z.string().trim().refine(isEmailAddress, "Invalid email address");
const passwordOf = (charsMin: () => number) =>
  z
    .string()
    .refine((password) => password.length >= charsMin(), {
      error: () => `Password must be at least ${charsMin()} characters`,
    })
    .max(limits.passwordCharsMax, `Password must be less than ${limits.passwordCharsMax} characters`);
const Password = passwordOf(() => signInNumbers().passwordCharsMin);
/** An account may be older than a setting that asks for more. */
const KnownPassword = passwordOf(() => Math.min(signInNumbers().passwordCharsMin, limits.passwordCharsMin));
const Name = z
  .string()
  .trim()
  .min(1, "Name is required")
  .max(limits.nameCharsMax, `Name must be less than ${limits.nameCharsMax} characters`);
const Bio = z.string().trim().max(limits.bioCharsMax, `Bio must be less than ${limits.bioCharsMax} characters`);

export const SignIn = z.object({ email: Email, password: KnownPassword });
export type SignIn = z.infer<typeof SignIn>;

export const SignUp = z.object({ name: Name, email: Email, password: Password, bio: Bio });
export type SignUp = z.infer<typeof SignUp>;

export const Recovery = z.object({ email: Email });
export type Recovery = z.infer<typeof Recovery>;

const repeated = z.object({ password: Password, repeatedPassword: z.string() });
const match = { error: "Passwords do not match", path: ["repeatedPassword"] };
const isMatch = (form: z.infer<typeof repeated>) => form.password === form.repeatedPassword;
/** A mismatch is reported together with the other errors, not only once those are fixed. */
const always = { when: () => true };

export const PasswordReset = repeated.extend({ currentPassword: z.string() }).refine(isMatch, { ...match, ...always });
export const PasswordChange = repeated
  .extend({ currentPassword: z.string().min(1, "Current password is required") })
  .refine(isMatch, { ...match, ...always });
export type PasswordChange = z.infer<typeof PasswordChange>;
