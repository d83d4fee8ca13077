import type { ReactNode } from "react";
import { phoneCompanyName } from "#work/sign-in.ts";

/** Screen before sign-in: the company, and one question. */
export const PreSignInScreen = ({ title, children }: { title: string; children: ReactNode }) => (
  <PreSignInFrame>
    <h1>{title}</h1>
    {children}
  </PreSignInFrame>
);

/** Frame with the company above the question. */
export const PreSignInFrame = ({ children }: { children: ReactNode }) => (
  <div className="screen lone">
    <header className="head">
      <span className="logo" aria-hidden>
        {phoneCompanyName().slice(0, 1)}
      </span>
      <strong>{phoneCompanyName()}</strong>
    </header>
    <main className="content">{children}</main>
  </div>
);
