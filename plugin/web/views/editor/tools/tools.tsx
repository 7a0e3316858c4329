import { useRef } from 'preact/hooks'
import { useSignal, type Signal } from '@preact/signals'
import { useApp } from '../../../app/app-context.ts'
import { ColorPanel } from './color-panel.tsx'
import { linkOf } from '../link-address.ts'
import type { ColorKind } from '../palette.ts'
import type { WrittenSize } from '../written-images.ts'
import { ImagePanel } from './image-panel.tsx'
import { TablePanel } from './table-panel.tsx'
import type { TableCommand } from '../tables.ts'

/** The formats in order, each with its drawing. */
const commands = [
  ['undoStep', 'M9 14l-5-5 5-5M4 9h10a5 5 0 0 1 0 10h-3'],
  ['redo', 'M15 14l5-5-5-5M20 9H10a5 5 0 0 0 0 10h3'],
  ['bold', 'M7 5h6a3.500 3.500 0 0 1 0 7H7zM7 12h7a3.500 3.500 0 0 1 0 7H7z'],
  ['italic', 'M10 5h8M6 19h8M14 5l-4 14'],
  ['underline', 'M7 4v7a5 5 0 0 0 10 0V4M6 20h12'],
  ['strike', 'M4 12h16M16 7a4 3 0 0 0-8 1.500M8 16a4 3 0 0 0 8 .5'],
  ['heading', 'M6 5v14M18 5v14M6 12h12'],
  ['subheading', 'M8 9v10M16 9v10M8 14h8'],
  ['bulletedList', 'M9 6h11M9 12h11M9 18h11M4.500 6h.1M4.500 12h.1M4.500 18h.1'],
  ['numberedList', 'M10 6h10M10 12h10M10 18h10M4 4.500l1.500-1V8M3.500 14.500h3l-3 4h3'],
  ['indentLess', 'M4 5h16M11 10h9M11 14h9M4 19h16M7 9l-3 3 3 3'],
  ['indentMore', 'M4 5h16M11 10h9M11 14h9M4 19h16M4 9l3 3-3 3'],
  ['quoteText', 'M5 5v14M10 8h10M10 12h10M10 16h6'],
  ['code', 'M8 7l-5 5 5 5M16 7l5 5-5 5'],
  ['alignLeft', 'M4 6h16M4 10h10M4 14h16M4 18h10'],
  ['alignCenter', 'M4 6h16M7 10h10M4 14h16M7 18h10'],
  ['alignRight', 'M4 6h16M10 10h10M4 14h16M10 18h10'],
  ['horizontalRule', 'M4 12h16'],
  ['clearFormat', 'M6 5h12M12 5l-2 14M4 4l16 16'],
] as const

/** Those that offer something below the toolbar. */
const panels = [
  ['textColor', 'M7 15l5-11 5 11M9 11.500h6M5 20h14'],
  ['highlight', 'M14 4l6 6-8 8H7l-2-2v-3zM4 20h16'],
  ['table', 'M4 5h16v14H4zM4 11h16M10 5v14'],
] as const

type PanelName = (typeof panels)[number][0]

const NOTHING_TYPED = /^(https?:\/\/)?$/i

export type FormatCommand = (typeof commands)[number][0]

interface ToolsProps {
  /** What holds where one writes. */
  readonly active: ReadonlySet<FormatCommand>
  /** What is typed as the target of a link; undefined: nothing is asked. */
  readonly address: Signal<string | undefined>
  readonly onFormat: (command: FormatCommand) => void
  readonly onColor: (kind: ColorKind, color: string | null) => void
  readonly onTable: (command: TableCommand) => void
  readonly isInTable: () => boolean
  readonly images: ImageTools
  readonly onPromptLink: () => void
  /** An empty address takes the link away. */
  readonly onLink: (address: string) => void
  /** Back to where one wrote. */
  readonly onLeave: () => void
}

/** What the toolbar does with images. */
interface ImageTools {
  readonly selected: HTMLImageElement | undefined
  /** Undefined where none can be inserted. */
  readonly choose: (() => void) | undefined
  readonly onResize: (size: WrittenSize) => void
  readonly onDescribe: () => void
  /** The selection is left as it is. */
  readonly onClose: () => void
}

/** Drawn as lines of text, which begin at the other side where it runs from right to left; digits are never mirrored. */
const alongLine: ReadonlySet<FormatCommand> = new Set<FormatCommand>([
  'undoStep',
  'redo',
  'bulletedList',
  'indentLess',
  'indentMore',
  'quoteText',
])

/** These are on at no time. */
const runsOnce: ReadonlySet<FormatCommand> = new Set<FormatCommand>([
  'undoStep',
  'redo',
  'indentLess',
  'indentMore',
  'alignLeft',
  'alignCenter',
  'alignRight',
  'horizontalRule',
  'clearFormat',
])

/** The ways to format (ARIA APG toolbar): one stop of Tab, arrows inside. */
export function Tools(props: ToolsProps) {
  const { active, address, onFormat, onColor, onTable, isInTable, images } = props
  const { onPromptLink, onLink, onLeave } = props
  const texts = useApp().laterText.settings
  const bar = useRef<HTMLDivElement>(null)
  const stop = useSignal(0)
  const isRefused = useSignal(false)
  const opened = useSignal<PanelName | undefined>(undefined)

  function keys(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || bar.current === null) return
    event.preventDefault()
    const isMirrored = getComputedStyle(bar.current).direction === 'rtl'
    const buttons = bar.current.querySelectorAll('button')
    const count = buttons.length
    stop.value = (stop.peek() + (isMirrored ? -step : step) + count) % count
    buttons[stop.value]?.focus()
  }

  function leave(): void {
    address.value = undefined
    opened.value = undefined
    isRefused.value = false
    onLeave()
  }

  /** What is no address stays in its field. */
  function link(): void {
    const typed = address.peek() ?? ''
    const target = NOTHING_TYPED.test(typed.trim()) ? '' : linkOf(typed)
    isRefused.value = target === undefined
    if (target === undefined) return
    address.value = undefined
    onLink(target)
  }

  return (
    <>
      <div
        ref={bar}
        class="editor-tools"
        role="toolbar"
        aria-label={texts.formattedText}
        onKeyDown={keys}
      >
        {commands.map(([command, path], index) => (
          <Tool
            key={command}
            name={texts[command]}
            path={path}
            isMirrored={alongLine.has(command)}
            isStop={stop.value === index}
            isPressed={runsOnce.has(command) ? undefined : active.has(command)}
            onPress={() => onFormat(command)}
          />
        ))}
        <Tool
          name={texts.link}
          path="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"
          isStop={stop.value === commands.length}
          isExpanded={address.value !== undefined}
          onPress={() => {
            opened.value = undefined
            if (address.peek() === undefined) onPromptLink()
            else leave()
          }}
        />
        {panels.map(([name, path], index) => (
          <Tool
            key={name}
            name={texts[name]}
            path={path}
            isStop={stop.value === commands.length + 1 + index}
            isExpanded={opened.value === name}
            onPress={() => {
              address.value = undefined
              if (opened.peek() === name) leave()
              else opened.value = name
            }}
          />
        ))}
        {images.choose === undefined ? null : (
          <Tool
            name={texts.insertImage}
            path="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.1"
            isStop={stop.value === commands.length + 1 + panels.length}
            onPress={() => {
              if (images.selected === undefined) images.choose?.()
              else bar.current?.nextElementSibling?.querySelector('button')?.focus()
            }}
          />
        )}
      </div>
      {images.selected === undefined ? null : (
        <ImagePanel
          key={images.selected.dataset['part']}
          image={images.selected}
          onResize={images.onResize}
          onDescribe={images.onDescribe}
          onClose={images.onClose}
        />
      )}
      {opened.value === undefined ? null : opened.value === 'table' ? (
        <TablePanel
          isInTable={isInTable()}
          onClose={leave}
          onChoose={(command) => {
            opened.value = undefined
            onTable(command)
          }}
        />
      ) : (
        <ColorPanel
          key={opened.value}
          kind={opened.value}
          onClose={leave}
          onChoose={(color) => {
            const kind = opened.peek()
            opened.value = undefined
            if (kind !== undefined && kind !== 'table') onColor(kind, color)
          }}
        />
      )}
      {address.value === undefined ? null : (
        <input
          class="editor-link"
          type="url"
          dir="ltr"
          aria-label={texts.linkAddress}
          aria-invalid={isRefused.value}
          value={address.value}
          ref={(field) => field?.focus()}
          onInput={(event) => (address.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Escape') leave()
            else link()
          }}
        />
      )}
    </>
  )
}

interface ToolProps {
  readonly name: string
  readonly path: string
  readonly isMirrored?: boolean
  readonly isStop: boolean
  readonly isPressed?: boolean | undefined
  readonly isExpanded?: boolean
  readonly onPress: () => void
}

function Tool(props: ToolProps) {
  const { name, path, isMirrored, isStop, isPressed, isExpanded, onPress } = props

  return (
    <button
      type="button"
      class="icon-button"
      aria-label={name}
      title={name}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      // What is selected stays so.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        aria-hidden="true"
        class={isMirrored === true ? 'icon points' : 'icon'}
      >
        <path d={path} />
      </svg>
    </button>
  )
}
