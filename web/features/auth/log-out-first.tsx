import type { ReactNode } from "react";
import { AuthFrame } from "./auth-frame.tsx";

interface LogOutFirstProps {
  title: string;
  kicker: string;
  /** Of whom is signed in here, where it is known. */
  email: string | undefined;
  /** What the link is for, as in "To accept an invitation". */
  purpose: string;
  /** Ends the session of whoever is signed in here. */
  logOut: ReactNode;
}

/** In place of what a link leads to while a member is signed in, whose place it must not take, docs/security.md#s-164. */
export function LogOutFirst({ email, purpose, logOut, ...frame }: LogOutFirstProps) {
  return (
    <AuthFrame
      hasNav
      {...frame}
      heading="Log out first"
      lead={
        <>
          <strong className="font-semibold text-ink">{email ?? "A member"}</strong> is signed in here. To {purpose}, log
          out, then open the link again.
        </>
      }
    >
      {logOut}
    </AuthFrame>
  );
}
