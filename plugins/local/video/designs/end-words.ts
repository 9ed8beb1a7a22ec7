/** What end cards say: a brand, an action, a contact. */
import { isContact } from "#plugins/local/storyboard/cards";
import { placeWord } from "#plugins/local/storyboard/languages/facts";
import { isPlace, isTown } from "#plugins/local/storyboard/places";
import { countWords } from "#plugins/local/storyboard/text";
import type { DesignKit, Shot } from "../design";

/** What an end card says, most important first. */
export interface Words {
  /** Small text above the head. */
  opening?: string;
  /** The brand, or whatever comes first without one. Empty if the logo stands for it. */
  head: string;
  /** Text before the button: "Book at". */
  lead: string;
  button: string;
  contact: string[];
  /** True if it is only a name or a sentence, without an action to point at. */
  isName?: true;
}

/** A URL, a handle or a phone number at the end of a call: "Book at example.com". */
const withAddress = /^(\S.*?\s)?(\S*(?:\w\.\p{L}{2,}|@\w)\S*|\+?\(?\p{N}[\p{N}()\s./-]{6,}\p{N})$/u;

/** Two contacts: "example.com or 030 1234567". On lines of their own, they need no word between them. */
const twoAddresses = /^(\S*(?:\w\.\p{L}{2,}|@\w)\S*)\s\p{L}{1,6}\s(\+?\(?\p{N}[\p{N}()\s./-]{6,}\p{N})$/u;

/** A name and where to find it: "Café Linde, 4 Mill Road", "Studio Ruiz, @studioruiz". */
export function splitName(text: string): [name: string, place: string] {
  const [name = "", ...rest] = text.split(/(?:,|、|،)\s*/u);
  // A town can't be told by its first letter in scripts without capitals.
  const isLast = (part: string) => rest.length === 1 && countWords(part) <= 3 && !/[\p{Lu}\p{Ll}]/u.test(text);
  // "Hall 3, Leeds" is a name, "High Street 3, Leeds" an address.
  const isName = !/\p{Nd}/u.test(name) || (/^\p{L}/u.test(name) && !isPlace(name) && rest.every(isTown));
  const isNamed =
    isName &&
    rest.some((part) => /\p{Nd}/u.test(part) || isPlace(part) || isTown(part) || isContact(part) || isLast(part));
  return isNamed ? [name, text.slice(name.length + 1).trim()] : [text, ""];
}

/** Splits "Visit us at 12 High Street, Leeds". Undefined for other texts. */
function splitVisit(text: string): { opening: string; place: string } | undefined {
  const found = placeWord.exec(text);
  if (!found) return undefined;
  const start = found.index + found[0].length;
  const [opening, place] = [text.slice(0, start).trim(), text.slice(start)];
  const isAddress = place.split(/,\s+/u).some(isPlace);
  return isAddress && !/[\p{Nd},]/u.test(opening) && countWords(opening) <= SHORT_LEAD ? { opening, place } : undefined;
}

export function readWords(shot: Shot, { brand, logo }: DesignKit): Words {
  const { text: written, subtext } = shot;
  const visit = splitVisit(written);
  if (visit) {
    const contact = subtext.split("\n").filter(Boolean);
    return logo || brand !== ""
      ? { head: logo ? "" : brand, lead: visit.opening, button: "", contact: [visit.place, ...contact], isName: true }
      : { opening: visit.opening, head: visit.place, lead: "", button: "", contact, isName: true };
  }
  const [name, place] = splitName(written);
  if (shot.kind !== "cta" && (place !== "" || !withAddress.test(written))) {
    const lines = [place, ...subtext.split("\n")].filter(Boolean);
    const isOwn = !logo && (brand === "" || written.toLowerCase().startsWith(brand.toLowerCase()));
    const words = isOwn ? { head: name, lead: "" } : { head: logo ? "" : brand, lead: name };
    return { ...words, button: "", contact: lines, isName: true };
  }
  const [, address, phone] = twoAddresses.exec(written) ?? [];
  const text = address ?? written;
  const match = withAddress.exec(text);
  const contact = [phone ?? "", ...subtext.split("\n")].filter(Boolean);
  // "01 23 45 67 89" has no words before the number.
  const [lead, button] = match && /\p{L}|^$/u.test(match[1] ?? "") ? [(match[1] ?? "").trim(), match[2]!] : ["", text];
  const isNamed = button.toLowerCase() === brand.toLowerCase();
  if (logo || (brand !== "" && !isNamed)) return { head: logo ? "" : brand, lead, button, contact };
  const [line = "", ...more] = contact;
  // An address alone is below what it is for.
  if (lead === "" && match && line !== "" && !withAddress.test(line) && !/\p{Nd}/u.test(line))
    return { head: line, lead: "", button, contact: more };
  // "Reserve at" only introduces the address, which people have to remember.
  if (lead !== "" && countWords(lead) <= SHORT_LEAD)
    return { opening: lead, head: button, lead: "", button: "", contact };
  return lead === "" ? { head: button, lead: "", button: "", contact } : { head: lead, lead: "", button, contact };
}

/** Maximum words of a lead that is smaller than its address. */
const SHORT_LEAD = 4;
