import { useLayoutEffect, useRef } from 'preact/hooks'
import { isFlagged, isSeen } from '../../state/action/flags.ts'
import type { RowMenuRequest } from '../../state/notice/dialogs.ts'
import { uidsOf } from '../../wire/uid-set.ts'
import { useApp } from '../../app/app-context.ts'
import { Icon, type IconName } from '../icon/icon.tsx'

/** What can be done with a row, or with all that are selected, beside the place that was pressed. */
export function RowMenu() {
  const { dialogs } = useApp()
  const request = dialogs.rowMenu.value
  return request === undefined ? null : <OpenRowMenu {...request} />
}

function OpenRowMenu({ target, x, y }: RowMenuRequest) {
  const { text, dialogs } = useApp()
  const menu = useRef<HTMLDialogElement>(null)
  const items = useItems(target)

  useLayoutEffect(() => {
    const element = menu.current
    if (element === null) return undefined
    element.showModal()
    const { width, height } = element.getBoundingClientRect()
    // Through CSSOM: the policy of the page forbids style attributes.
    element.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`
    element.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`
    return () => element.close()
  }, [])

  function keys(event: KeyboardEvent): void {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const { length } = buttons
    const next = new Map([
      ['ArrowDown', (at + 1) % length],
      ['ArrowUp', (at + length - 1) % length],
      ['Home', 0],
      ['End', length - 1],
    ]).get(event.key)
    if (event.key === 'Tab') dialogs.close()
    else if (next === undefined) return
    else buttons[next]?.focus()
    event.preventDefault()
  }

  return (
    <dialog
      ref={menu}
      class="row-menu"
      aria-label={text.message}
      onKeyDown={keys}
      onClose={dialogs.close}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.target === event.currentTarget) dialogs.close()
      }}
    >
      <div role="menu" aria-label={text.message}>
        {items.map(({ icon, label, run }) => (
          <button
            key={label}
            type="button"
            class="folder-button"
            role="menuitem"
            onClick={() => {
              dialogs.close()
              run()
            }}
          >
            <Icon name={icon} />
            {label}
          </button>
        ))}
      </div>
    </dialog>
  )
}

interface Item {
  readonly icon: IconName
  readonly label: string
  readonly run: () => void
}

function useItems(target: RowMenuRequest['target']): readonly Item[] {
  const { text, mailboxes, commands, composer } = useApp()
  const { mailbox, uidValidity, uids, rows } = target
  const use = mailboxes.find(mailbox)?.specialUse ?? null
  const isRead = rows.every(({ flags }) => isSeen(flags))
  const isFlag = rows.every(({ flags }) => isFlagged(flags))
  const [uid, other] = [...uidsOf(uids)]
  const name = uid === undefined || other !== undefined ? undefined : { mailbox, uidValidity, uid }
  const replies =
    use === 'drafts'
      ? ([['draft', 'drafts', text.editDraft]] as const)
      : ([
          ['reply', 'reply', text.reply],
          ['reply-all', 'reply-all', text.replyAll],
          ['forward', 'forward', text.forward],
        ] as const)
  return [
    ...(name === undefined
      ? []
      : replies.map(([mode, icon, label]): Item => ({
          icon,
          label,
          run: () => composer.start(mode, name),
        }))),
    ...(use === 'archive'
      ? []
      : [{ icon: 'archive', label: text.archive, run: () => commands.archive(target) } as const]),
    { icon: 'trash', label: text.delete, run: () => commands.remove(target) },
    { icon: 'move', label: text.move, run: () => commands.pickFolder(target) },
    {
      icon: use === 'junk' ? 'inbox' : 'junk',
      label: use === 'junk' ? text.notJunk : text.markJunk,
      run: () => commands.junk(target),
    },
    {
      icon: isRead ? 'unread' : 'read',
      label: isRead ? text.markUnread : text.markRead,
      run: () => commands.toggleSeen(target),
    },
    {
      icon: 'flag',
      label: isFlag ? text.unflag : text.flag,
      run: () => commands.toggleFlag(target),
    },
  ]
}
