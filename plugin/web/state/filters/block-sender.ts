import type { NativeMailbox } from '../../../wire/native/types.ts'
import type { FilterTexts } from '../../texts/later-texts.ts'
import type { Notices } from '../notice/notices.ts'
import type { OwnFilters } from './own-filters.ts'
import { blockedOf, withBlocked } from './special-rules.ts'

interface BlockSenderOptions {
  readonly filters: OwnFilters
  readonly notices: Pick<Notices, 'say' | 'fail'>
  /** Where mail of blocked senders goes, and what it is called. */
  readonly folder: Pick<NativeMailbox, 'path'>
  readonly folderName: string
  readonly texts: FilterTexts
  /** Of the button that takes it back. */
  readonly undo: string
}

/** Blocks an address from now on, with undo; says so, or why not. */
export async function blockSender(address: string, options: BlockSenderOptions): Promise<void> {
  const { filters, notices, folder, folderName, texts, undo } = options
  const wanted = address.toLowerCase()
  const change = async (blocked: (before: readonly string[]) => readonly string[]) => {
    const isRead = await filters.load()
    const entries = filters.filters.peek()?.entries
    if (isRead && entries !== undefined && entries !== null) {
      const next = withBlocked(entries, blocked(blockedOf(entries)), folder.path)
      if (await filters.saveEntries(next)) return true
    }
    notices.fail(filters.problem.peek()?.message ?? texts.notRead)
    return false
  }
  const isBlocked = await change((before) => [...before.filter((one) => one !== wanted), wanted])
  if (!isBlocked) return
  notices.say(texts.senderBlocked({ address: wanted, folder: folderName }), {
    label: undo,
    run: () =>
      void change((before) => before.filter((one) => one !== wanted)).then((isUndone) => {
        if (isUndone) notices.say(texts.senderUnblocked({ address: wanted }))
      }),
  })
}
