import type { LaterCatalogue } from './later-texts.ts'

const NAMES = ['highest', 'high', 'normal', 'low', 'lowest'] as const

/** Every priority, 1 (highest) to 5 (lowest), with its name. */
export function priorityNames(
  texts: LaterCatalogue['mail']['priorities'],
): readonly (readonly [priority: number, name: string])[] {
  return NAMES.map((name, index) => [index + 1, texts[name]])
}
