import { ScriptFault, type Position, type ScriptFaultCode } from './language/script-fault.ts'
import { RuleFault, type RuleFaultCode } from './rules/rule-fault.ts'

/** Why a script or a rule is no filter: a value, since it comes out of a thread. */
export interface FilterFinding {
  /** `too_complex`: it took more time or memory than it may have. */
  readonly code: ScriptFaultCode | RuleFaultCode | 'too_complex'
  /** The word of a script, or the name of a rule. */
  readonly subject: string
  /** Of a script. */
  readonly position: Position | undefined
}

/** A script or a rule that is no filter; nothing was changed. */
export class FilterFault extends Error {
  override readonly name = 'FilterFault'
  readonly fault: FilterFinding

  constructor(fault: FilterFinding, options?: ErrorOptions) {
    const { code, subject, position } = fault
    const place = position === undefined ? '' : `line ${position.line}, column ${position.column}: `
    super(`${place}${code}: ${subject}`, options)
    this.fault = fault
  }
}

/** What `read` makes; what is wrong with its script or rules is thrown as FilterFault. */
export function orFilterFault<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof RuleFault)
      throw new FilterFault({ code: error.code, subject: error.rule, position: undefined })
    if (!(error instanceof ScriptFault)) throw error
    const { code, subject, line, column } = error
    throw new FilterFault({ code, subject, position: { line, column } })
  }
}
