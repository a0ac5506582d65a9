import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { t } from '../i18n/index.ts';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'action'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      action={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={t(isShown ? 'auth.hidePassword' : 'auth.showPassword')}
          isNamedByText
          iconSize={18}
          className="mt-0.5"
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
