import type { ComponentType } from "react";
import { Route, Switch } from "wouter";
import { authPaths } from "../../../paths";
import { AcceptPage } from "./accept";
import { CodePage } from "./code";
import { ResetPage } from "./reset";
import { SetupPage } from "./setup";
import { SignInPage } from "./sign-in";

const pages: Readonly<Record<keyof typeof authPaths, ComponentType>> = {
  setup: SetupPage,
  accept: AcceptPage,
  reset: ResetPage,
  code: CodePage,
  signIn: SignInPage,
};

/** Pages without a session. */
export default function AuthPages() {
  return (
    <Switch>
      {Object.entries(pages).map(([name, Component]) => (
        <Route key={name} path={authPaths[name as keyof typeof authPaths]} component={Component} />
      ))}
    </Switch>
  );
}
