import { useApp } from '../../app/app-context.ts'
import { foundOf } from '../../app/later/found-of.ts'
import { searchFieldId } from '../../app/keyboard.ts'
import { Choice } from '../list/choice.tsx'
import { FoundMarks } from '../found/found-marks.ts'
import { SearchTips } from './search-tips.tsx'

/** What belongs to the search field: in which folders is searched, what a search can be narrowed by, and marks of its words. */
export function SearchTools() {
  return (
    <>
      <SearchFolders />
      <SearchTips />
      <FoundMarks />
    </>
  )
}

const SEARCHED = ['here', 'everywhere'] as const

/** The open folder or all of them; what is searched for already is searched again. */
function SearchFolders() {
  const app = useApp()
  const { text, laterText, list } = app
  const inPage = foundOf(app)
  const isEverywhere = inPage.isEverywhere.value
  const { searchHere, searchEverywhere } = laterText.mail

  return (
    <span class={isEverywhere ? 'search-folders is-everywhere' : 'search-folders'}>
      <Choice
        label={text.folders}
        names={SEARCHED}
        texts={{ here: searchHere, everywhere: searchEverywhere }}
        value={isEverywhere ? 'everywhere' : 'here'}
        onChoose={(searched) => {
          inPage.chooseWhere(searched === 'everywhere')
          const search = app.front.peek()?.text.peek() ?? list.query.peek().search
          if (search !== '' && app.front.peek()?.search(search) !== true) {
            list.open({ ...list.query.peek(), search })
          }
          document.getElementById(searchFieldId)?.focus()
        }}
      />
    </span>
  )
}
