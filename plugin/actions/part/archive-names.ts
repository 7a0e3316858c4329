import { divideName, type MessagePart, visibleName } from '../../../proxy/mail/index.ts'

/** A file as a stranger named it, and what it is called when nothing of that can stay. */
interface NamedFile {
  readonly filename: string
  readonly fallback: string
}

/** File systems take 255 bytes of a name; a number may follow. */
const MAX_BYTES = 200

/** Devices of Windows, with any extension ("Naming Files, Paths, and Namespaces", Microsoft). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i

/**
 * A name that every system can keep and shows as it is: a file in the folder it is unpacked to and nothing
 * outside of it, no device, no trailing dot or blank, no half character. Empty when nothing is left.
 */
export function archiveName(text: string): string {
  const written = visibleName(text)
    .normalize('NFC')
    .replace(/[\\/:*?"<>|]/g, '_')
  const name = withoutEnd(written.replace(/^[.\s]+/, ''))
  const [stem, extension] = divideName(name)
  const cut = cutBytes(stem, MAX_BYTES - Buffer.byteLength(extension))
  return withoutEnd(`${cut}${extension}`).replace(DEVICE, '_$&')
}

/** What a part of someone else's message is called wherever it is passed on to. */
export function passedName({ id, filename }: Pick<MessagePart, 'id' | 'filename'>): string {
  return archiveName(filename) || fallbackName(id)
}

/** Of a part whose own name leaves nothing that can stay. */
export function fallbackName(id: MessagePart['id']): string {
  return `part-${id}`
}

/** Without dots and blanks at the end. An expression would try each run of them within the name from each of its places. */
function withoutEnd(name: string): string {
  let end = name.length
  while (end > 0 && DOT_OR_BLANK.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

const DOT_OR_BLANK = /[.\s]/

/** Names of all files of an archive, no two of which are one on a system that folds case or accents. */
export function archiveNames(files: readonly NamedFile[]): readonly string[] {
  const taken = new Set<string>()
  /** The next number to try, so that ten thousand equal names are not tried against each other. */
  const numbers = new Map<string, number>()
  return files.map(({ filename, fallback }) => {
    const name = archiveName(filename) || fallback
    let free = name
    for (let number = numbers.get(folded(name)) ?? 2; taken.has(folded(free)); number += 1) {
      const [stem, extension] = divideName(name)
      free = `${stem} (${number})${extension}`
      numbers.set(folded(name), number + 1)
    }
    taken.add(folded(free))
    return free
  })
}

/** As file systems that fold compare names: `ß` is `SS` there. */
function folded(name: string): string {
  return name.normalize('NFD').toUpperCase().normalize('NFD')
}

/** The longest beginning of whole characters that has so many bytes in UTF-8. */
function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes
  // A byte 10xxxxxx continues with a character (RFC 3629 3).
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end).toString()
}
