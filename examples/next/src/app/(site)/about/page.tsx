export default function About() {
  return <h1>About this site</h1>;
}
