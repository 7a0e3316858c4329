import type { Message, MessagePart } from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { isShownInline, namedImages, shownImages } from './shown-images.ts'

/** A part that is no body, with what else of the message may show it. */
interface ListedPart {
  readonly part: MessagePart
  /** What an image of the HTML body may name it by; undefined where none does. */
  readonly imageNames: readonly string[] | undefined
  /** Its event may be told by `invitation`. */
  readonly isCalendar: boolean
}

/** What is listed, saved and forwarded as attachments: every part of the message that its body does not show. */
export async function listedParts(
  message: Message,
  context: Pick<ReadingContext, 'renderer' | 'signal' | 'limits'>,
): Promise<readonly MessagePart[]> {
  const images = (await shownImages(message, context)).map(({ part }) => part)
  // What only its bytes say to be a picture is listed as well: no one has looked at them here.
  return partsBeside(message, new Set(images.filter(({ type }) => isShownInline(type))))
}

/** Every part that is no body, with what else of the message may show it. */
export function listedAtOnce(
  message: Message,
  limits: ReadingContext['limits'],
): readonly ListedPart[] {
  const namesOf = namedImages(message, limits)
  return partsBeside(message, new Set()).map((part) => ({
    part,
    imageNames: namesOf.get(part),
    isCalendar: isCalendar(part),
  }))
}

/** True for a calendar file: by its type, or by its name where the type says nothing. */
export function isCalendar({ type, filename }: MessagePart): boolean {
  if (type === 'text/calendar' || type === 'application/ics') return true
  return type === 'application/octet-stream' && /\.ics$/i.test(filename)
}

/** Every part that is neither a body nor one of the images shown, in the order of the message. */
export function partsBeside(
  { attachments, inlineParts }: Message,
  shown: ReadonlySet<MessagePart>,
): readonly MessagePart[] {
  return [...attachments, ...inlineParts.filter((part) => !shown.has(part))].sort(bySection)
}

function bySection(one: MessagePart, other: MessagePart): number {
  const [a, b] = [one, other].map(({ id }) => id.split('.').map(Number))
  for (let level = 0; ; level += 1) {
    const [left, right] = [a?.[level] ?? 0, b?.[level] ?? 0]
    if (left !== right || left === 0) return left - right
  }
}
