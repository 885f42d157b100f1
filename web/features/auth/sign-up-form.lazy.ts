import { lazyPart } from "#web/lib/lazy-part.ts";

/** Most visitors who open the sign-in screen have an account. */
export const SignUpForm = lazyPart(() => import("./sign-up-form.tsx"), "SignUpForm");
