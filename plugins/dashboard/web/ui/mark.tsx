/** Vireo's logo mark. The favicon, icon.svg, has the same drawing. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden style={{ flex: "none" }}>
    <rect width="32" height="32" rx="9" fill="#0b7a5b" />
    <path d="M7 9h4.3l4.9 12.2L19.8 12 25 9l-6.6 15h-4.7z" fill="#fff" />
    <circle cx="22.2" cy="9.4" r="1.7" fill="#ffd43b" />
  </svg>
);
