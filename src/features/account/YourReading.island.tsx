import { categories } from '../../domain/category.ts'
import { tags } from '../../domain/tag.ts'
import Section from '../../ui/Section.tsx'
import GoalPreference, { goals } from './GoalPreference.tsx'
import HistoryPreference from './HistoryPreference.tsx'
import NewsletterPreference from './NewsletterPreference.tsx'
import type { PreferencesState } from './preferences-store.ts'
import Setting from './Setting.tsx'
import TopicPreferences from './TopicPreferences.tsx'
import { usePreferences } from './use-preferences.ts'

/** What the reader has told us about their reading, each in a line that says how it stands. */
export default function YourReading() {
  const { keeping, answers } = usePreferences()
  const known = (words: string) => {
    if (keeping === 'starting') return '…'
    return keeping === 'away' ? 'Cannot be looked up right now' : words
  }
  const goal = goals.find(({ value }) => value === answers.goal)
  return (
    <Section title="Your reading">
      <Setting name="Topics" value={known(topicsInWords(answers))}>
        {() => <TopicPreferences />}
      </Setting>
      <Setting name="Goal" value={known(goal?.label ?? 'None set')}>
        {() => <GoalPreference isUnseen />}
      </Setting>
      <Setting
        name="History"
        value={known(answers.keepsHistory ? 'What you read is kept for you' : 'Not kept')}
      >
        {() => <HistoryPreference />}
      </Setting>
      <Setting
        name="The Weekly"
        value={known(answers.weekly.wanted ? 'Comes every Sunday' : 'Does not come')}
      >
        {() => <NewsletterPreference />}
      </Setting>
    </Section>
  )
}

/** So many are named; the others are counted. */
const named = 3

function topicsInWords({ categories: chosen, tags: places, authors }: PreferencesState['answers']) {
  const writers =
    authors.length > 0 ? [authors.length === 1 ? '1 writer' : `${authors.length} writers`] : []
  const topics = [...chosen.map((slug) => categories[slug].name), ...places.map((tag) => tags[tag])]
  const others = topics.length - named
  const all = [...topics.slice(0, named), ...(others > 0 ? [`${others} more`] : []), ...writers]
  if (all.length === 0) return 'Nothing chosen yet'
  return new Intl.ListFormat('en-GB').format(all)
}
