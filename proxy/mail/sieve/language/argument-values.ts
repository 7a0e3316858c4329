import type { ArgumentNode } from './syntax.ts'

/** The string of an argument that is one. */
export function stringOf(argument: ArgumentNode | undefined): string | undefined {
  return argument?.kind === 'string' ? argument.value : undefined
}

/** The strings of an argument that is a list or one of them. */
export function stringsOf(argument: ArgumentNode | undefined): readonly string[] {
  if (argument?.kind === 'strings') return argument.items.map(({ value }) => value)
  const single = stringOf(argument)
  return single === undefined ? [] : [single]
}

/** The number of an argument that is one. */
export function numberOf(argument: ArgumentNode | undefined): number | undefined {
  return argument?.kind === 'number' ? argument.value : undefined
}
