import { stringOf } from '../language/argument-values.ts'
import type { CommandNode, Script } from '../language/syntax.ts'

/** The addresses that the script may pass messages on to (RFC 5228 4.2), as they are written: variables are not resolved. */
export function forwardsIn({ commands }: Script): readonly string[] {
  return commands.flatMap(forwardsOf)
}

function forwardsOf({ name, args, block = [] }: CommandNode): readonly string[] {
  const inner = block.flatMap(forwardsOf)
  // The address is the last argument, behind the tags.
  return name === 'redirect' ? [stringOf(args.at(-1)) ?? '', ...inner] : inner
}
