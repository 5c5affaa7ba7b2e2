// What the page shows when people have no model at hand: a walker of two legs among blocks.
export default `<mujoco model="sample">
  <option integrator="implicitfast"/>
  <visual><map znear=".02"/><headlight ambient=".3 .3 .3"/></visual>
  <statistic extent="2" center="0 0 .6"/>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1=".55 .7 .9" rgb2=".1 .15 .25" width="128" height="128"/>
    <texture name="grid" type="2d" builtin="checker" rgb1=".25 .3 .35" rgb2=".3 .35 .4" mark="edge" markrgb=".6 .6 .6" width="256" height="256"/>
    <material name="grid" texture="grid" texrepeat="1 1" texuniform="true" reflectance=".1"/>
    <material name="metal" rgba=".8 .82 .85 1" specular=".8" shininess=".6"/>
    <material name="joint" rgba=".9 .45 .15 1"/>
  </asset>
  <default>
    <geom friction=".9" density="600"/>
    <joint damping="1" armature=".01"/>
    <position kp="60" kv="3"/>
    <default class="block"><geom type="box" rgba=".3 .55 .85 1" density="200"/></default>
  </default>
  <worldbody>
    <light pos="2 -2 4" dir="-.4 .4 -1" diffuse=".7 .7 .7"/>
    <geom name="floor" type="plane" size="0 0 .05" material="grid"/>
    <body name="trunk" pos="0 0 .93">
      <freejoint/>
      <geom type="capsule" fromto="0 -.12 0 0 .12 0" size=".08" material="metal"/>
      <geom type="capsule" fromto="0 0 0 0 0 .25" size=".07" material="metal"/>
      <geom type="sphere" pos="0 0 .38" size=".09" material="joint"/>
      <body name="thigh left" pos="0 .12 0">
        <joint name="hip left" axis="0 1 0" range="-80 40"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".05" material="metal"/>
        <body name="shin left" pos="0 0 -.4">
          <joint name="knee left" axis="0 1 0" range="0 120"/>
          <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".04" material="metal"/>
          <geom type="box" pos=".05 0 -.46" size=".13 .06 .03" material="joint"/>
        </body>
      </body>
      <body name="thigh right" pos="0 -.12 0">
        <joint name="hip right" axis="0 1 0" range="-80 40"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".05" material="metal"/>
        <body name="shin right" pos="0 0 -.4">
          <joint name="knee right" axis="0 1 0" range="0 120"/>
          <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".04" material="metal"/>
          <geom type="box" pos=".05 0 -.46" size=".13 .06 .03" material="joint"/>
        </body>
      </body>
    </body>
    <body name="block 1" pos=".6 .1 .15" childclass="block"><freejoint/><geom size=".15 .15 .15"/></body>
    <body name="block 2" pos=".6 .15 .4" childclass="block"><freejoint/><geom size=".1 .1 .1" rgba=".85 .3 .4 1"/></body>
    <body name="ball" pos=".2 -.7 .2"><freejoint/><geom size=".18" rgba=".95 .8 .25 1" density="100"/></body>
  </worldbody>
  <actuator>
    <position name="hip left" joint="hip left" ctrlrange="-1.3 .6"/>
    <position name="knee left" joint="knee left" ctrlrange="0 2"/>
    <position name="hip right" joint="hip right" ctrlrange="-1.3 .6"/>
    <position name="knee right" joint="knee right" ctrlrange="0 2"/>
  </actuator>
  <sensor>
    <subtreecom name="centre of mass" body="trunk"/>
    <jointpos name="knee left" joint="knee left"/>
  </sensor>
</mujoco>
`;
