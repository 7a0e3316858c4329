import { useApp } from '../../app/app-context.ts'

/** The server's word when it refused a change of folders; what was typed stays. */
export function FolderProblem() {
  const { folderActs } = useApp()
  const problem = folderActs.problem.value
  if (problem === '') return null

  return (
    <p class="composer-problem" role="alert">
      {problem}
    </p>
  )
}
