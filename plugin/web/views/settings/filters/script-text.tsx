import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../../app/app-context.ts'
import type { RefusedLine } from '../../../state/filters/own-filters.ts'
import { scriptTokens } from '../../../state/filters/script-tokens.ts'

/** Colours of more would make typing slow. */
const MAX_COLOURED_CHARS = 50_000
const ROWS = 18

interface ScriptTextProps {
  readonly value: string
  /** The line that the last save was refused for. */
  readonly refused: RefusedLine | undefined
  readonly onEdit: (value: string) => void
}

/** A script being written: below its text, which is transparent, lies the same in colours. */
export function ScriptText({ value, refused, onEdit }: ScriptTextProps) {
  const { laterText } = useApp()
  const area = useRef<HTMLTextAreaElement>(null)
  const colours = useRef<HTMLPreElement>(null)
  const isColoured = value.length <= MAX_COLOURED_CHARS
  const tokens = useMemo(() => (isColoured ? scriptTokens(value) : []), [value])
  useEffect(() => {
    if (refused !== undefined && area.current !== null) selectLine(area.current, refused.line)
  }, [refused])

  return (
    <div class="field setting">
      <label>
        {laterText.filters.script}
        <span class="script-editor">
          {isColoured ? (
            <pre ref={colours} class="script-colours" aria-hidden="true" dir="ltr">
              {tokens.map(({ kind, text }, at) => (
                <span key={at} class={`script-${kind}`}>
                  {text}
                </span>
              ))}
            </pre>
          ) : null}
          <textarea
            ref={area}
            class={isColoured ? 'is-coloured' : ''}
            dir="ltr"
            rows={ROWS}
            wrap="off"
            spellcheck={false}
            autocapitalize="off"
            aria-invalid={refused !== undefined}
            value={value}
            onInput={(event) => onEdit(event.currentTarget.value)}
            onScroll={({ currentTarget: { scrollTop, scrollLeft } }) =>
              colours.current?.scrollTo(scrollLeft, scrollTop)
            }
          />
        </span>
      </label>
    </div>
  )
}

/** Puts the cursor into a line (from 1 on), selects it and shows it. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n')
  const before = lines.slice(0, line - 1)
  const start = before.reduce((sum, text) => sum + text.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = ((line - 1 - ROWS / 2) * area.scrollHeight) / lines.length
}
