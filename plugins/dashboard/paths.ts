/** Pages without a session. */
export const authPaths = {
  setup: "/setup",
  accept: "/accept",
  reset: "/reset",
  code: "/sign-in/code",
  signIn: "/sign-in",
} as const;

/** Pages for signed-in people. The first path of each is used in the navigation. */
export const pagePaths = {
  home: ["/"],
  create: ["/create"],
  library: ["/library", "/library/:kind/:id"],
  clips: ["/clips", "/clips/new", "/clips/:id"],
  brand: ["/brand", "/brand/:group"],
  calendar: ["/calendar"],
  analytics: ["/analytics"],
  reports: ["/reports"],
  // The second path is the one of earlier versions.
  channels: ["/channels", "/accounts"],
  viral: ["/viral", "/viral/:id"],
  plans: ["/plans", "/plans/:id"],
  keys: ["/keys"],
  credits: ["/credits"],
  webhooks: ["/webhooks", "/webhooks/:id"],
  // The second path is the one of earlier versions.
  profile: ["/profile", "/settings/profile"],
  settings: ["/settings", "/settings/:section"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export const pageTitles: Readonly<Record<keyof typeof pagePaths, string>> = {
  home: "Home",
  create: "Create",
  library: "Library",
  clips: "Clips",
  brand: "Brand",
  calendar: "Calendar",
  analytics: "Analytics",
  reports: "Reports",
  channels: "Channels",
  viral: "Viral library",
  plans: "Content plans",
  keys: "API keys",
  credits: "Credits",
  webhooks: "Webhooks",
  profile: "Profile",
  settings: "Settings",
};

/** Sources below `web` that a URL of a feature shows first. */
export function listSources(feature: keyof typeof pagePaths, path: string, query: Readonly<Record<string, unknown>>) {
  if (path === "/library/:kind/:id")
    return ["library/item", query.edit ? "library/edit/index" : "library/media-page"].map((name) => `features/${name}`);
  return [`features/${feature}/index`, ...(feature === "calendar" ? ["features/calendar/schedule"] : [])];
}
