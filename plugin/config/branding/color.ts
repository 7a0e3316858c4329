/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number]

/** Reads `#rrggbb`. */
export function colorOf(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** As `#rrggbb`. */
export function hexOf(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** `share` (0 to 1) of the other colour in this one. */
export function mixColors(color: Color, other: Color, share: number): Color {
  const [red, green, blue] = color
  const [otherRed, otherGreen, otherBlue] = other
  const mix = (part: number, otherPart: number) => Math.round(part + (otherPart - part) * share)
  return [mix(red, otherRed), mix(green, otherGreen), mix(blue, otherBlue)]
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio" and "relative luminance"). */
export function contrastOf(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
