const hues = 8

/** The first letter of a name on a colour that stays the same for the name. Decorative. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span class={`avatar hue-${hueOf(name)}`} aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}

function initialOf(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)
  return letter === null ? '?' : letter[0].toUpperCase()
}

function hueOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return sum % hues
}
