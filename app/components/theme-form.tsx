// Dark, light or as the system says.
import { ChoiceForm } from './choice-form';

const THEMES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
] as const;

export function ThemeForm({ theme, from }: { theme: string; from: string }) {
  return <ChoiceForm name="theme" label="Colour theme" choices={THEMES} chosen={theme} from={from} />;
}
