import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What is wrong with each key, in the words of the schema. */
export function describeIssues(
  issues: readonly Issue[],
  above: readonly PropertyKey[] = [],
): readonly string[] {
  return issues.flatMap((issue) => describeIssue(issue, [...above, ...issue.path]))
}

function describeIssue(issue: Issue, path: readonly PropertyKey[]): readonly string[] {
  const key = path.map(String).join('.') || '(top level)'
  if (issue.code === 'unrecognized_keys') {
    return [`${key}: unknown key ${issue.keys.map((name) => `"${name}"`).join(', ')}`]
  }
  if (issue.code !== 'invalid_union') return [`${key}: ${issue.message}`]
  const meant = closestForm(issue.errors)
  if (meant !== undefined) return describeIssues(meant, path)
  const forms = issue.errors.flat().map(({ message }) => message)
  return [`${key}: ${[...new Set(forms)].join(', or ')}`]
}

/** Of the forms that a setting may have the one that was most likely meant; undefined where it is of no such kind at all. */
function closestForm(forms: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return forms
    .filter((issues) => issues.every(isWithin))
    .toSorted((one, other) => one.length - other.length)[0]
}

function isWithin({ path, code }: Issue): boolean {
  return path.length > 0 || code === 'unrecognized_keys' || code === 'invalid_union'
}
