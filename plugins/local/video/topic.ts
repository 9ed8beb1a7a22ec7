/** What a prompt says besides its scenes. */
export interface Topic {
  brand: string;
  subject: string;
  /** Instructions about the look. */
  look: string;
  /** What must not be seen. */
  avoid: string;
  /** The brand's own colours, as hex. */
  colors?: readonly string[];
}
