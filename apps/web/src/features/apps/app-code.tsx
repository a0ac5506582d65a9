import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { t } from '../../i18n/index.ts';

/** The code that the user copies into an app that cannot receive a redirect. */
export function AppCode({ code }: { code: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => {
    // If the permission is missing, the user can still select the text.
    void navigator.clipboard.writeText(code).then(
      () => setIsCopied(true),
      () => undefined,
    );
  };
  return (
    <>
      <p className="text-muted">{t('apps.codeText')}</p>
      <code className="my-5 block rounded-md border border-line bg-hover p-4 font-mono select-all wrap-anywhere">
        {code}
      </code>
      <Button size="lg" className="w-full" onClick={copy}>
        {t(isCopied ? 'apps.copied' : 'apps.copy')}
      </Button>
    </>
  );
}
