import { formatList } from '../../domain/list-text.ts'
import { issueWeekday } from '../../domain/newsletter/issue-day.ts'
import type { Tag } from '../../domain/tag.ts'
import { newsletter } from '../../publication/newsletter.ts'
import { categories } from '../../publication/sections.ts'
import Section from '../../ui/Section.tsx'
import GoalPreference, { goalChoices } from './GoalPreference.tsx'
import HistoryPreference from './HistoryPreference.tsx'
import NewsletterPreference from './NewsletterPreference.tsx'
import type { PreferencesState } from './preferences-store.ts'
import SettingRow from './SettingRow.tsx'
import TopicPreferences from './TopicPreferences.tsx'
import { usePreferences } from './use-preferences.ts'

/** `tags` are the publication's tags. */
export default function ReadingPreferences({ tags }: { tags: readonly Tag[] }) {
  const { storage, preferences } = usePreferences()
  const showWhenLoaded = (text: string) => {
    if (storage === 'loading') return '…'
    return storage === 'unavailable' ? 'Not available right now' : text
  }
  const goal = goalChoices.find(({ value }) => value === preferences.goal)
  return (
    <Section title="Preferences">
      <SettingRow name="Topics" value={showWhenLoaded(describeTopics(preferences, tags))}>
        {() => <TopicPreferences tags={tags} />}
      </SettingRow>
      <SettingRow name="Goal" value={showWhenLoaded(goal?.label ?? 'Not set')}>
        {() => <GoalPreference isTitleHidden />}
      </SettingRow>
      <SettingRow
        name="Reading history"
        value={showWhenLoaded(preferences.isHistoryEnabled ? 'On' : 'Off')}
      >
        {() => <HistoryPreference />}
      </SettingRow>
      <SettingRow
        name={newsletter.name}
        value={showWhenLoaded(preferences.weekly.isOn ? `Every ${issueWeekday}` : 'Off')}
      >
        {() => <NewsletterPreference />}
      </SettingRow>
    </Section>
  )
}

/** The number of topics that are named; further topics are only counted. */
const maxNamedTopics = 3

function describeTopics(
  { categories: chosen, tags: chosenTags, authors }: PreferencesState['preferences'],
  tags: readonly Tag[],
) {
  const writers =
    authors.length > 0 ? [authors.length === 1 ? '1 writer' : `${authors.length} writers`] : []
  const topics = [
    ...chosen.map((slug) => categories[slug].name),
    ...tags.flatMap(({ slug, name }) => (chosenTags.includes(slug) ? [name] : [])),
  ]
  const others = topics.length - maxNamedTopics
  const all = [
    ...topics.slice(0, maxNamedTopics),
    ...(others > 0 ? [`${others} more`] : []),
    ...writers,
  ]
  if (all.length === 0) return 'Nothing chosen yet'
  return formatList(all)
}
