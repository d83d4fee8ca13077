import { Button, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Slate grey scale of the console instead of the library's greys, for inputs in both schemes. */
const slateGrayScale: MantineColorsTuple = [
  "#fafbfc",
  "#f4f5f7",
  "#eef1f5",
  "#e3e6eb",
  "#cdd3db",
  "#8a93a0",
  "#616a77",
  "#4a5361",
  "#2b323c",
  "#14181f",
];
const darkGrayScale: MantineColorsTuple = [
  "#e8ecf2",
  "#a9b3c0",
  "#8a95a3",
  "#5d6775",
  "#343d4a",
  "#242b35",
  "#1b212a",
  "#151a21",
  "#12161c",
  "#0e1116",
];
const brandColorScale = Array.from({ length: 10 }, () => "var(--brand)") as unknown as MantineColorsTuple;

export const consoleTheme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 8, dark: 8 },
  colors: { brand: brandColorScale, gray: slateGrayScale, dark: darkGrayScale },
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--font-mono)",
  fontSizes: { xs: "11px", sm: "12.5px", md: "13px", lg: "14px", xl: "16px" },
  defaultRadius: 6,
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Button: Button.extend({
      vars: (_theme, { variant = "filled" }) => ({
        root:
          variant === "filled"
            ? { "--button-color": "var(--on-brand)" }
            : variant === "subtle"
              ? { "--button-color": "var(--brand-tx)", "--button-hover": "var(--hover)" }
              : {},
      }),
    }),
    // Menus open inside of the landmark `#main`, and contain nothing but choices.
    Menu: { defaultProps: { portalProps: { target: "#main" }, withInitialFocusPlaceholder: false } },
  },
});
