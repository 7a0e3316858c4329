import type { NativeMessageName, NativeRow } from '../../../wire/native/types.ts'
import { isFlagged, isSeen } from '../../state/action/flags.ts'
import { oneMessage } from '../../state/message/target.ts'
import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'

interface MessageToolbarProps {
  readonly name: NativeMessageName
  /** As it was when the message was opened; that of the list is newer. */
  readonly row: NativeRow
}

/** What can be done with the open message. */
export function MessageToolbar({ name, row: opened }: MessageToolbarProps) {
  const { text, list, commands, dialogs, keys, mailboxes, navigation, front } = useApp()
  const { mailbox } = name
  const row = list.rowOf(name) ?? front.value?.rowOf(name) ?? opened
  const target = oneMessage(name, row)
  const isFlag = isFlagged(row.flags)
  const isUnseen = !isSeen(row.flags)

  return (
    <div class="message-toolbar" role="toolbar" aria-label={text.message}>
      <IconButton icon="back" label={text.back} class="narrow-only" onClick={navigation.back} />
      <ReplyButtons name={name} />
      <span class="spring" />
      {mailboxes.special('junk')?.path === mailbox ? (
        <button type="button" class="button" onClick={firstClick(() => commands.junk(target))}>
          <Icon name="inbox" />
          {text.notJunk}
        </button>
      ) : null}
      {mailboxes.special('archive')?.path === mailbox ? null : (
        <IconButton
          icon="archive"
          label={text.archive}
          shortcut={keys.value.archive}
          onClick={firstClick(() => commands.archive(target))}
        />
      )}
      <IconButton
        icon="trash"
        label={text.delete}
        shortcut={keys.value.delete}
        onClick={firstClick(() => commands.remove(target))}
      />
      <IconButton
        icon="move"
        label={text.move}
        shortcut={keys.value.move}
        onClick={() => commands.pickFolder(target)}
      />
      <IconButton
        icon={isUnseen ? 'read' : 'unread'}
        class="in-menu-too"
        label={isUnseen ? text.markRead : text.markUnread}
        shortcut={keys.value.unread}
        onClick={() => commands.toggleSeen(target)}
      />
      <IconButton
        icon="flag"
        filled={isFlag}
        class={isFlag ? 'in-menu-too is-flagged' : 'in-menu-too'}
        label={isFlag ? text.unflag : text.flag}
        shortcut={keys.value.flag}
        onClick={() => commands.toggleFlag(target)}
      />
      <IconButton icon="more" label={text.moreActs} onClick={() => dialogs.show('message')} />
    </div>
  )
}

/** The second click of a double click would meet the next message, which came up instead of this one. */
function firstClick(run: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail < 2) run()
  }
}

function ReplyButtons({ name }: { readonly name: NativeMessageName }) {
  const { text, composer, keys, mailboxes } = useApp()
  if (mailboxes.find(name.mailbox)?.specialUse === 'drafts') {
    return (
      <button type="button" class="button primary" onClick={() => composer.start('draft', name)}>
        <Icon name="drafts" />
        {text.editDraft}
      </button>
    )
  }
  const replies = [
    ['reply', text.reply, keys.value.reply],
    ['reply-all', text.replyAll, keys.value.replyAll],
    ['forward', text.forward, keys.value.forward],
  ] as const

  return (
    <div class="answers">
      {replies.map(([mode, label, key]) => (
        <button
          key={mode}
          type="button"
          class="button"
          title={`${label} (${key})`}
          onClick={() => composer.start(mode, name)}
        >
          <Icon name={mode} />
          {label}
        </button>
      ))}
    </div>
  )
}
