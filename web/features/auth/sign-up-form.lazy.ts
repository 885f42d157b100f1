import { lazyRouteComponent } from "@tanstack/react-router";

/** Most visitors who open the sign-in screen have an account. */
export const SignUpForm = lazyRouteComponent(() => import("./sign-up-form.tsx"), "SignUpForm");
