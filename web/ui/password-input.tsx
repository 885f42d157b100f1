import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { Input } from "./input.tsx";

interface PasswordInputProps extends Omit<ComponentProps<"input">, "type"> {
  autoComplete: "current-password" | "new-password";
}

/** A password field that can show its text. Paste and password managers work as usual. */
export function PasswordInput(props: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck="false"
        className="pr-13"
      />
      <IconButton
        label={isShown ? "Hide password" : "Show password"}
        className="absolute! inset-y-0 right-0.5 my-auto text-muted hover:text-ink"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon aria-hidden="true" size={20} strokeWidth={1.5} />
      </IconButton>
    </div>
  );
}
