/** Built-in families for headings and text in Latin script. The built-in engines have more for other scripts. */
export const fontFamilies = [
  "Anton",
  "Archivo Black",
  "Bebas Neue",
  "Bricolage Grotesque",
  "DM Serif Display",
  "Fraunces",
  "Fredoka",
  "Inter",
  "Montserrat",
  "Space Grotesk",
];
