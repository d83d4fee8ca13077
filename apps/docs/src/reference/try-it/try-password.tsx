import { useState } from "react";
import { getTypedSandboxPassword } from "./sandbox-password";

interface TryPasswordProps {
  readonly fault: string | undefined;
  /** Called once the password is complete: each attempt to sign in counts. */
  readonly onPassword: (password: string) => void;
}

/** Asks for the password of the demonstration, which no page contains. */
export function TryItPassword({ fault, onPassword }: TryPasswordProps) {
  const [text, setText] = useState(getTypedSandboxPassword);
  return (
    <div className="try-field">
      <label htmlFor="try-password">Password</label>
      <div>
        <input
          id="try-password"
          type="password"
          autoComplete="off"
          value={text}
          aria-invalid={fault !== undefined}
          aria-describedby="try-password-hint"
          onChange={({ target }) => setText(target.value)}
          onBlur={() => onPassword(text.trim())}
          onKeyDown={({ key }) => key === "Enter" && onPassword(text.trim())}
        />
        <p id="try-password-hint" className={fault === undefined ? undefined : "try-fault"}>
          {fault ?? "Of the demonstration: npm start prints it. It stays in the memory of this page."}
        </p>
      </div>
    </div>
  );
}
