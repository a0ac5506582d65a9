import { useId } from 'react';
import { t } from '../../../i18n/index.ts';
import { topicHashtag } from './topic.ts';

interface TopicFieldProps {
  value: string;
  isDisabled: boolean;
  onChange: (topic: string) => void;
}

/** The topic of a thread, with a preview of its hashtag. */
export function TopicField({ value, isDisabled, onChange }: TopicFieldProps) {
  const previewId = useId();
  const tag = topicHashtag(value);
  const isFilled = value.trim() !== '';
  return (
    <div className="min-w-0 text-sm">
      <input
        type="text"
        value={value}
        disabled={isDisabled}
        aria-label={t('composer.topic')}
        aria-describedby={previewId}
        aria-invalid={isFilled && tag === null}
        placeholder={t('composer.addTopic')}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="next"
        className="-mx-1.5 h-7 w-[calc(100%+0.75rem)] rounded-sm bg-transparent px-1.5 focus-visible:-outline-offset-2"
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={previewId} className={tag === null ? 'text-danger' : 'text-muted'} aria-live="polite">
        {isFilled && (tag ? t('composer.topicPreview', { tag }) : t('composer.topicInvalid'))}
      </p>
    </div>
  );
}
