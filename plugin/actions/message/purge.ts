import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { countsAfter, pageAfter } from './change-result.ts'
import { mailboxListingOf } from '../result/mailbox-listing.ts'
import { namedMailbox, uidOptions, type NamedMailbox } from '../input/named-messages.ts'
import { isOn } from '../input/parameters.ts'

interface PurgeInput extends NamedMailbox {
  readonly hasFolders: boolean
  readonly wire: Parameters['wire']
}

/**
 * mail/purge: empties the trash or the junk mailbox for good; any other mailbox is refused. With
 * `_folders=1` the folders below it go as well, with all that is in them.
 */
export const purge: Action<PurgeInput> = {
  task: 'mail',
  name: 'purge',
  method: 'POST',
  parse: (parameters) => ({
    ...namedMailbox(parameters),
    hasFolders: isOn(parameters, '_folders'),
    wire: parameters.wire,
  }),
  async run({ hasFolders, wire, ...named }, context) {
    const { mailbox } = named
    const { account, signal } = context
    const { special } = mailboxListingOf(await account.mailboxes({ signal }))
    if (mailbox !== special.trash && mailbox !== special.junk) throw new Refusal('input_invalid')
    // Our page says what it shows of the mailbox, and nothing when it shows another one.
    const shown = { signal, uidValidity: named.uidValidity }
    await account.empty(mailbox, wire === 'native' ? shown : uidOptions(named, context))
    if (hasFolders) await account.deleteBelow(mailbox, Object.values(special), { signal })
    return {
      kind: 'done',
      action: 'purge',
      mailbox,
      uids: [],
      flag: undefined,
      list: await pageAfter(mailbox, wire, context),
      counts: await countsAfter([mailbox], context),
      special,
      target: undefined,
      uidMap: undefined,
      targetUidValidity: undefined,
    }
  },
}
