/** The parts of a prompt that are not scenes. */
export interface Topic {
  brand: string;
  subject: string;
  /** Instructions about the look. */
  look: string;
  /** Content that must not be shown. */
  avoid: string;
  /** The brand's own colours, as hex. */
  colors?: readonly string[];
}
