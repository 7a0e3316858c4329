import { join } from 'node:path'
import { accountKeyRule, anyRule, namedPath, ruleOfNames, secretNames } from './names.ts'
import { findOwn, removeOwn } from './own-tree.ts'
import { releaseRule } from './release-tree.ts'

/**
 * Removes a tree that an installation made: a release, the secrets, or the keys of hosting accounts. Each is known by its
 * list or its names; what others put there stays, and the tree with it.
 */
export async function removeInstalledTree(path: string): Promise<void> {
  const names = [secretNames(path), namedPath(join(path, 'accounts.json'), 'file')]
  const isOwn = anyRule([
    await releaseRule(path),
    ruleOfNames(names),
    accountKeyRule(join(path, 'keys')),
  ])
  const tree = await findOwn(path, isOwn)
  if (tree === undefined) return
  const [problem] = await removeOwn(tree)
  if (problem !== undefined) throw new Error(problem)
}
