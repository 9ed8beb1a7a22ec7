/** Built-in font families for Latin scripts. The built-in engines include more for other scripts. */
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
