import type { Language } from '../../workers/core/http/language.ts';

const units = [
  { seconds: 86_400, ko: '일', en: 'day' },
  { seconds: 3_600, ko: '시간', en: 'hour' },
  { seconds: 60, ko: '분', en: 'minute' },
  { seconds: 1, ko: '초', en: 'second' },
] as const;

/** Formats a duration in the largest unit without a fraction, such as `14일` or `14 days`. */
export function formatDuration(seconds: number, language: Language): string {
  const unit = units.find((each) => seconds % each.seconds === 0 && seconds >= each.seconds) ?? units[3];
  const count = seconds / unit.seconds;
  if (language === 'ko') return `${count}${unit.ko}`;
  return `${count} ${unit.en}${count === 1 ? '' : 's'}`;
}
