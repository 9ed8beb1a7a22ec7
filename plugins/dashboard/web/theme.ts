import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from "@mantine/core";

const vireo: MantineColorsTuple = [
  "#e6f7f1",
  "#d0eee3",
  "#a3dcc7",
  "#71c9a9",
  "#48b98f",
  "#2fae7f",
  "#1d9b70",
  "#0b7a5b",
  "#086b4f",
  "#035a41",
];

/** Replaces Mantine's dimmed, placeholder, error and tinted text colors, which have too little contrast. */
export const variables: CSSVariablesResolver = ({ colors }) => ({
  variables: { "--mantine-color-anchor": "var(--mantine-color-text)" },
  light: {
    ...Object.fromEntries(
      Object.entries(colors).map(([name, shades]) => [
        `--mantine-color-${name}-light-color`,
        `color-mix(in srgb, ${shades[9]} 80%, black)`,
      ]),
    ),
    "--mantine-color-dimmed": colors.gray[7],
    "--mantine-color-placeholder": `color-mix(in srgb, ${colors.gray[6]}, ${colors.gray[7]})`,
    "--mantine-color-error": colors.red[9],
  },
  dark: {
    // Tinted, so that destructive buttons are recognizable in dark mode, and lighter than the page, so that they stand out.
    ...Object.fromEntries(
      Object.entries(colors).flatMap(([name, shades]) => [
        [`--mantine-color-${name}-light-color`, `color-mix(in srgb, ${shades[2]} 80%, white)`],
        [`--mantine-color-${name}-light`, `color-mix(in srgb, ${shades[6]} 22%, ${colors.dark[7]})`],
        [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, ${shades[6]} 32%, ${colors.dark[7]})`],
      ]),
    ),
    "--mantine-color-dimmed": colors.dark[1],
    "--mantine-color-placeholder": `color-mix(in srgb, ${colors.dark[1]}, ${colors.dark[2]})`,
    "--mantine-color-error": colors.red[5],
  },
});

const dialogTitle = { fontWeight: 600, lineHeight: 1.35 };

/** Text contrast is at least 4.5:1 in both color schemes. */
export const theme = createTheme({
  colors: { vireo },
  primaryColor: "vireo",
  primaryShade: 7,
  autoContrast: true,
  // The luminance at which both white and black text have a contrast of 4.5:1.
  luminanceThreshold: 0.183,
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  // Green is for the main action and for what is selected. Tinted parts without a color of their own are gray.
  variantColorResolver: (input) =>
    defaultVariantColorsResolver(
      input.color === input.theme.primaryColor && (input.variant === "light" || input.variant === "subtle")
        ? { ...input, color: "gray" }
        : input,
    ),
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "26px", lineHeight: "1.3" },
      h2: { fontSize: "20px", lineHeight: "1.4" },
      h3: { fontSize: "18px", lineHeight: "1.4" },
      h4: { fontSize: "16px", lineHeight: "1.5" },
      h5: { fontSize: "14px", lineHeight: "1.5" },
      h6: { fontSize: "13px", lineHeight: "1.5" },
    },
  },
  components: {
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Badge: {
      defaultProps: { variant: "light", autoContrast: false },
      styles: { root: { textTransform: "none" } },
    },
    // Not by color: a link is underlined.
    Anchor: { defaultProps: { underline: "always" } },
    // On a phone, tabs scroll sideways and breadcrumbs are truncated, to keep them on one line.
    Tabs: { styles: { list: { flexWrap: "nowrap", overflow: "auto hidden" } } },
    Breadcrumbs: {
      defaultProps: { separatorMargin: 6 },
      styles: {
        root: { flexWrap: "nowrap" },
        breadcrumb: { minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", lineHeight: 1.5 },
      },
    },
    // Menus focus their first entry, and are inside the page's landmark.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: "#page" } } },
    Textarea: { defaultProps: { autosize: true } },
    // A row of one line is 32 pixels high.
    Table: { defaultProps: { verticalSpacing: 5, highlightOnHover: true } },
    // The header of a dialog is not a page header.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { "aria-label": "Close" } },
      styles: { title: dialogTitle },
    },
    Notification: {
      defaultProps: { closeButtonProps: { "aria-label": "Close" } },
      styles: { description: { color: "var(--mantine-color-dimmed)" } },
    },
    Drawer: { defaultProps: { closeButtonProps: { "aria-label": "Close" } }, styles: { title: dialogTitle } },
  },
});
