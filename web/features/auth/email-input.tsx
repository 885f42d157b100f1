import type { ComponentProps } from "react";
import { Input } from "#web/ui/input.tsx";

/** The address of an account, as password managers expect it next to a password. */
export const EmailInput = (props: ComponentProps<typeof Input>) => (
  <Input {...props} type="email" autoComplete="username" inputMode="email" autoCapitalize="none" />
);
