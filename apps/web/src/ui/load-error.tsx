import { t } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { ListMessage } from './list-message.tsx';

interface LoadErrorProps {
  text: string;
  onRetry: () => void;
}

/** Replaces content that could not be loaded. */
export function LoadError({ text, onRetry }: LoadErrorProps) {
  return (
    <ListMessage text={text}>
      <Button variant="secondary" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </ListMessage>
  );
}
