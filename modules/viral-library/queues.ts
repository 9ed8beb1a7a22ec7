/** Jobs of this module. Each handles everything that is due, so one waiting job is enough. */
export const ANALYSE = "analyse";
export const INDEX = "index";
